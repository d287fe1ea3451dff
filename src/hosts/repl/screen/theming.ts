/** The theme that the screen wears: by its name, by what the terminal tells of its background, and while one is tried on. */
import type { ColourDepth } from "../../../terminal/colour.ts";
import { groundOf } from "../../../terminal/ground.ts";
import type { Reply } from "../../../terminal/input/event.ts";
import type { ThemedStyle } from "../../../terminal/style.ts";
import type { Ground, Theme } from "../../../terminal/theme.ts";
import {
  defaultThemeName,
  offeredThemes,
  type OwnTheme,
  themeNamed,
} from "../../../terminal/themes/named.ts";
import { say } from "../../../words/say.ts";

export type ThemingOptions = {
  readonly themed: ThemedStyle;
  readonly depth: ColourDepth;
  /** What is known of the background before the terminal has answered. */
  readonly ground: Ground;
  /** Told whether the theme that holds goes with the background, whenever that may have changed. */
  readonly follow?: (isOn: boolean) => void;
  /** Draws the live part anew. What is printed stays as it is. */
  readonly redraw: () => void;
};

/** Until `begin` the terminal's own colours hold: nobody knows yet what the user wants. */
export class Theming {
  readonly #options: ThemingOptions;
  #ground: Ground;
  #own: readonly OwnTheme[] = [];
  #name: string | undefined;
  /** The one that is tried on. */
  #tried: string | undefined;
  #worn: Theme | undefined;

  constructor(options: ThemingOptions) {
    this.#options = options;
    this.#ground = options.ground;
  }

  /** False where all themes look the same, because there are no colours. */
  get hasColours(): boolean {
    return this.#options.themed.style.colour;
  }

  /** The name of the theme that holds. */
  get name(): string {
    return this.#name ?? defaultThemeName;
  }

  /** All that can be chosen, with what they are. */
  get offered(): readonly { readonly name: string; readonly what: string }[] {
    return [
      ...offeredThemes,
      ...this.#own.map(({ name, base }) => ({ name, what: say`your own, on top of ${base}` })),
    ];
  }

  /** The user's own themes, as they are now. */
  know(own: readonly OwnTheme[]): void {
    this.#own = own;
    if (this.#name !== undefined) this.#wear();
  }

  /** This theme holds from now on. False when there is none of this name; then nothing changes. */
  use(name: string): boolean {
    if (this.#themeOf(name) === undefined) return false;
    this.#name = name;
    this.#tried = undefined;
    this.#options.follow?.(this.hasColours && this.#differs(name));
    this.#wear();
    return true;
  }

  /** Tries a theme on; undefined takes it off again. */
  try(name: string | undefined): void {
    if (name === this.#tried) return;
    this.#tried = name;
    this.#wear();
  }

  /** An answer of the terminal, or what it tells by itself, whenever it comes. */
  onReply(reply: Reply): void {
    if (reply.kind === "color" && reply.of === "background") this.#ground = groundOf(reply.rgb);
    else if (reply.kind === "color-scheme") this.#ground = reply.scheme;
    else return;
    if (this.#name !== undefined) this.#wear();
  }

  #themeOf(name: string): Theme | undefined {
    return themeNamed(name, { ground: this.#ground, depth: this.#options.depth, own: this.#own });
  }

  /** Whether the theme looks different on another background. */
  #differs(name: string): boolean {
    const { depth } = this.#options;
    const own = this.#own;
    const on = (ground: Ground) => JSON.stringify(themeNamed(name, { ground, depth, own }));
    return on("dark") !== on("light");
  }

  #wear(): void {
    const theme = this.#themeOf(this.#tried ?? this.name) ?? this.#themeOf(defaultThemeName);
    if (theme === undefined || theme === this.#worn) return;
    this.#worn = theme;
    this.#options.themed.use(theme);
    if (this.hasColours) this.#options.redraw();
  }
}
