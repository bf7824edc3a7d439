import type { Geometry, Point } from '$lib/kit/geometry';

/** Where a pointer is, in the units of the board. */
export function pointOf(svg: SVGSVGElement, event: PointerEvent): Point {
  return new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM()!.inverse());
}

/** How far off the board, in cells, a pointer may be and still count as on it. */
const ROOM = 0.75;

export function isOutside(svg: SVGSVGElement, event: PointerEvent, geometry: Geometry): boolean {
  const box = svg.getBoundingClientRect();
  const room = (box.width / geometry.width) * geometry.unit * ROOM;
  return (
    event.clientX < box.left - room ||
    event.clientX > box.right + room ||
    event.clientY < box.top - room ||
    event.clientY > box.bottom + room
  );
}
