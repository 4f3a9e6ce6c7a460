// The shape on the stage and the sheet beside it.

import { boundsOf, type Exhibit } from "./exhibit";
import type { Looks } from "./looks";
import type { Pad } from "./pad";
import type { Session } from "./session";
import { Sheet } from "./sheet";
import type { Stage } from "./stage";

export class ShapeView {
  readonly sheet: Sheet;
  private shown: string | undefined;
  private over: [number, number] = [0, 0];

  constructor(
    private readonly session: Session,
    private readonly stage: Stage,
    private readonly exhibit: Exhibit,
    looks: Looks,
    private readonly pad: Pad,
    calm: boolean,
  ) {
    this.sheet = new Sheet(session, looks, ({ at }) => {
      if (calm) at.forEach((value, index) => session.turn(index, value));
      else session.goTo(at);
    });
  }

  /** Another shape, or the same with other knobs. */
  show(): void {
    const { gallery, heroName } = this.session;
    const name = `${heroName}/${gallery.chosen}/${gallery.info?.name}`;
    const bounds = boundsOf(gallery);
    this.exhibit.show(gallery, bounds);
    // The camera stays where it is before the same shape.
    if (this.shown !== name) this.stage.exhibit(this.exhibit.object, bounds, this.exhibit.box());
    this.shown = name;
    this.layOut();
  }

  /** Another shape, or the pad is over other knobs. */
  private layOut(): void {
    this.over = [...this.pad.over];
    this.session.sweepOver(this.over[0]);
    this.sheet.show(this.over);
  }

  /** Somebody else is on the stage. Whether a shape was. */
  leave(): boolean {
    const was = this.shown !== undefined;
    this.shown = undefined;
    return was;
  }

  /** So many seconds later. */
  update(seconds: number): void {
    const { gallery, player } = this.session;
    if (this.over.join() !== this.pad.over.join()) this.layOut();
    this.exhibit.update(gallery, seconds);
    this.exhibit.carry(gallery.following ? player : undefined);
    this.sheet.update(this.stage.renderer, this.stage.view.camera, this.stage.view.target, seconds);
  }
}
