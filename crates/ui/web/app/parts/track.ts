//! Where a long table is scrolled to.
//!
//! Browsers cap the height of an element, so a very long table scrolls on a shorter track, on which a pixel is more than a row. There the wheel, the keys
//! and the finger move by rows, and only who drags the scrollbar moves by pixels of the track.

import { useEffect, useRef, useState } from "preact/hooks";

export const ROW = 30;
const LONGEST_TRACK = 15_000_000;

export interface Track {
  /// The first row in sight, with its fraction.
  at: number;
  /// The height of the track.
  height: number;
  /// The rows that fit in sight.
  visible: number;
  /// Where a row stands on the track.
  place: (row: number) => number;
}

/// Follows the scrolling of a box with `total` rows, of which `body` pixels are in sight.
export function useTrack(box: { current: HTMLDivElement | null }, total: number, body: number, first: number | undefined, onFirst: ((row: number) => void) | undefined): Track {
  const visible = Math.ceil(body / ROW);
  const squeezed = total * ROW > LONGEST_TRACK;
  const height = Math.min(total * ROW, LONGEST_TRACK);
  const last = Math.max(0, total - Math.floor(body / ROW));
  const room = Math.max(1, height - body);
  const [at, setAt] = useState(0);
  const [scrolled, setScrolled] = useState(0);
  const now = useRef(0);
  const toTrack = (row: number) => (squeezed ? (row / Math.max(1, last)) * room : row * ROW);

  const show = (row: number, tell: boolean) => {
    const next = Math.min(Math.max(0, row), last);
    now.current = next;
    setAt(next);
    const element = box.current;
    if (element !== null) {
      if (Math.abs(element.scrollTop - toTrack(next)) >= 1) element.scrollTop = toTrack(next);
      setScrolled(element.scrollTop);
    }
    if (tell) onFirst?.(Math.floor(next));
  };

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    let touch: { x: number; y: number } | null = null;
    const scroll = () => {
      const top = element.scrollTop;
      setScrolled(top);
      // What this very code has scrolled is where it should be.
      if (squeezed && Math.abs(top - toTrack(now.current)) < 2) return;
      const row = squeezed ? Math.min(last, (top / room) * last) : top / ROW;
      now.current = row;
      setAt(row);
      onFirst?.(Math.floor(row));
    };
    const wheel = (event: WheelEvent) => {
      if (event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
      const pixels = event.deltaMode === 1 ? event.deltaY * ROW : event.deltaMode === 2 ? event.deltaY * body : event.deltaY;
      const next = now.current + pixels / ROW;
      // At an end the page scrolls on.
      if ((next < 0 && now.current === 0) || (next > last && now.current === last)) return;
      event.preventDefault();
      show(next, true);
    };
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: visible - 1, PageUp: 1 - visible, Home: -total, End: total };
    const key = (event: KeyboardEvent) => {
      const step = steps[event.key];
      if (step === undefined || event.target !== element) return;
      event.preventDefault();
      show(Math.round(now.current) + step, true);
    };
    const start = (event: TouchEvent) => {
      const finger = event.touches[0];
      touch = finger === undefined ? null : { x: finger.clientX, y: finger.clientY };
    };
    const move = (event: TouchEvent) => {
      const finger = event.touches[0];
      if (touch === null || finger === undefined) return;
      const [x, y] = [touch.x - finger.clientX, touch.y - finger.clientY];
      if (Math.abs(x) > Math.abs(y)) return;
      event.preventDefault();
      touch = { x: finger.clientX, y: finger.clientY };
      show(now.current + y / ROW, true);
    };
    element.addEventListener("scroll", scroll, { passive: true });
    if (squeezed) {
      element.addEventListener("wheel", wheel, { passive: false });
      element.addEventListener("keydown", key);
      element.addEventListener("touchstart", start, { passive: true });
      element.addEventListener("touchmove", move, { passive: false });
    }
    return () => {
      element.removeEventListener("scroll", scroll);
      element.removeEventListener("wheel", wheel);
      element.removeEventListener("keydown", key);
      element.removeEventListener("touchstart", start);
      element.removeEventListener("touchmove", move);
    };
  }, [total, body, onFirst]);

  useEffect(() => {
    if (first !== undefined && first !== Math.floor(now.current)) show(first, false);
  }, [first]);

  return { at, height, visible, place: (row) => (squeezed ? scrolled + (row - at) * ROW : row * ROW) };
}
