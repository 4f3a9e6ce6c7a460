// `adverb studio` running, and pages of it in Chromium whose consoles are listened to.

import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";

const CHROMIUM_FLAGS = [
  "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--no-first-run",
];

export function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set; cargo xtask test sets it`);
  return value;
}

/** A browser, without a server. */
export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: required("CHROMIUM"), args: CHROMIUM_FLAGS });
}

export class Served {
  private constructor(
    readonly address: string,
    private readonly child: ChildProcess,
    private readonly browser: Browser,
  ) {}

  /** Of a project, or of the built-in character. */
  static async start(project?: string): Promise<Served> {
    const child = spawn(required("ADVERB"), ["studio", ...(project === undefined ? [] : [project]), "--no-open", "--port", "0", "--quiet"], { stdio: ["ignore", "pipe", "inherit"] });
    const [line] = (await once(child.stdout!, "data")) as [Buffer];
    const browser = await launch();
    return new Served(line.toString().trim(), child, browser);
  }

  /** A page that is ready, and whatever its console complained of. */
  async open(options: BrowserContextOptions = {}, hash = ""): Promise<{ page: Page; complaints: string[] }> {
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 720 }, ...options });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => ["error", "warning"].includes(message.type()) && complaints.push(message.text()));
    page.on("pageerror", (problem) => complaints.push(problem.message));
    page.on("requestfailed", (request) => complaints.push(`${request.url()}: ${request.failure()?.errorText}`));
    page.on("request", (request) => !request.url().startsWith(this.address) && !request.url().startsWith("data:") && !request.url().startsWith("blob:") && complaints.push(`asked for ${request.url()}`));
    await page.goto(this.address + hash);
    await page.waitForSelector("body[data-ready]", { state: "attached" });
    return { page, complaints };
  }

  /** Pages that nobody looks at any more would still draw. */
  async closePages(): Promise<void> {
    for (const context of this.browser.contexts()) await context.close();
  }

  async stop(): Promise<void> {
    await this.browser.close();
    this.child.kill();
  }
}

export async function screenshot(page: Page, name: string): Promise<void> {
  const folder = required("SCREENSHOTS");
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** The weights of the examples as the pad shows them. */
export async function weights(page: Page): Promise<Record<string, number>> {
  const pairs = await page.locator("circle.example").evaluateAll((dots) =>
    dots.map((dot) => [(dot as SVGElement).dataset["name"], Number((dot as SVGElement).dataset["weight"])] as const),
  );
  return Object.fromEntries(pairs);
}

/** Panels that lie over others or outside of the window, in words. */
export function overlaps(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const panels = [...document.querySelectorAll(".brand, .side, .panel, .transport, .stick")].filter((panel) => panel.getClientRects().length > 0);
    const boxes = panels.map((panel) => panel.getBoundingClientRect());
    return panels.flatMap((panel, i) => {
      const a = boxes[i]!;
      const outside = panel.closest(".panel .side") === null && (a.left < 0 || a.top < 0 || a.right > innerWidth || a.bottom > innerHeight);
      const others = panels.filter((other, j) => {
        const b = boxes[j]!;
        return j < i && !other.contains(panel) && !panel.contains(other) && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
      });
      return [...(outside ? [`${panel.className} outside`] : []), ...others.map((other) => `${panel.className} over ${other.className}`)];
    });
  });
}
