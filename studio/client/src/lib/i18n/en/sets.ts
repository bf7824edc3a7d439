/** Packs of one's own. */
export const sets = {
  set_make: 'Make a pack',
  set_title: 'Title of the pack',
  set_account: 'A pack of your own needs an account.',
  set_mine: 'My packs',
  set_private: 'only you see it',
  set_change: 'Change this pack',
  set_description: 'Description',
  set_upload: 'Add boards from a file',
  set_upload_text:
    'Any format that Clew reads: TOML, JSON, CSV, XSB, compact forms. They become drafts of yours.',
  set_uploaded: '{n} board added|{n} boards added',
  set_line: 'Line {line}: {message}',
  set_order: 'Order by difficulty',
  set_counting: 'Counting the fewest moves: {n} of {of}',
  set_curve: 'Fewest moves, board by board',
  set_unknown: 'not known',
  set_public: 'Everybody sees this pack',
  set_public_text: 'Others see only those of its boards that are published.',
  set_drafts:
    '{n} board is a draft: publish it from its own page.|{n} boards are drafts: publish each from its own page.',
  set_take: 'Take it along',
  set_book: 'Book on paper (PDF)',
  set_page: 'One page that plays offline',
  set_json: 'Boards with solutions (JSON)',
  set_saved: 'Saved',
  set_open: 'Open the pack',
};
