/** What is said of images that cannot be sent. */
import { imageShrinkLimits, type ImageFault } from "../../../workspace/image.ts";
import { mostImageBytes } from "../../../workspace/image-file.ts";
import { say } from "../../../words/say.ts";

/** Why an image stays out of the message, and what to do. `name`: its path, or where it comes from. */
export function unfitWords(fault: ImageFault | "too_many_bytes", name: string): string {
  switch (fault) {
    case "too_many_bytes":
      return say`${name} is larger than ${mostImageBytes / 1024 / 1024} MB, the most that is read. Make a smaller copy.`;
    case "too_many_pixels":
      return say`${name} has more than ${imageShrinkLimits.pixels / 1_000_000} megapixels, the most that is decoded. Make a smaller copy.`;
    case "animated":
      return say`${name} is an animated WebP, which cannot be sent. Make a PNG of one of its pictures.`;
    case "too_large":
      return say`${name} stays larger than ${imageShrinkLimits.bytes / 1_000_000} MB when it is shrunk, the most that is sent. Make a smaller copy.`;
    case "damaged":
      return say`${name} is damaged, or of a kind that cannot be decoded, so it cannot be sent.`;
    default:
      return fault satisfies never;
  }
}
