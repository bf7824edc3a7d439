// Boards are light or dark as the page is.
function follow() {
  for (const board of document.querySelectorAll("clew-board")) board.setAttribute("theme", document.body.dataset.theme);
}
new MutationObserver(follow).observe(document.body, { attributeFilter: ["data-theme"] });
follow();
