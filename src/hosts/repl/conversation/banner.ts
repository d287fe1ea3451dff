/** The line at the start of each session: version, model, folder, branch. */
import type { App } from "../../../app/open-app.ts";
import type { Style } from "../../../terminal/style.ts";
import { renderBanner } from "../../../transcript/render.ts";
import type { Screen } from "../screen/screen.ts";

export type BannerOptions = {
  readonly app: Pick<App, "cwd" | "gitBranch">;
  readonly version: string;
  readonly home: string;
  readonly screen: Pick<Screen, "print">;
  readonly style: Style;
};

export function printBanner(model: string, { app, version, home, screen, style }: BannerOptions): void {
  const { cwd, gitBranch } = app;
  const isAtHome = cwd === home || cwd.startsWith(`${home}/`);
  const banner = {
    version,
    model,
    cwd: isAtHome ? `~${cwd.slice(home.length)}` : cwd,
    ...(gitBranch === null ? {} : { branch: gitBranch }),
  };
  screen.print((width) => ["", ...renderBanner(banner, { width, style })]);
}
