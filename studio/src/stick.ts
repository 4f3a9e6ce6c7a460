// A stick on the screen, for thumbs.

import { el } from "./dom";
import { stickWish } from "./gamepad";
import { NO_WISH, type Wish } from "./steering";

export class Stick {
  readonly object: HTMLElement;
  wish: Readonly<Wish> = NO_WISH;
  private readonly knob = el("i");

  constructor() {
    this.object = el("div", { class: "stick", "aria-hidden": "true" }, this.knob);
    this.object.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      this.object.setPointerCapture(event.pointerId);
      this.push(event);
    });
    this.object.addEventListener("pointermove", (event) => this.object.hasPointerCapture(event.pointerId) && this.push(event));
    for (const over of ["pointerup", "pointercancel", "lostpointercapture"]) this.object.addEventListener(over, () => this.rest());
  }

  private push(event: PointerEvent): void {
    const box = this.object.getBoundingClientRect();
    const radius = box.width / 2;
    const [right, down] = [(event.clientX - box.left) / radius - 1, (event.clientY - box.top) / radius - 1];
    const longer = Math.max(1, Math.hypot(right, down));
    this.show(right / longer, down / longer);
    this.wish = stickWish(right / longer, down / longer);
  }

  private rest(): void {
    this.show(0, 0);
    this.wish = NO_WISH;
  }

  private show(right: number, down: number): void {
    this.knob.style.transform = `translate(${(right * 34).toFixed(1)}px, ${(down * 34).toFixed(1)}px)`;
  }
}
