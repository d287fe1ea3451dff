/** A log that is to be told: all of it, and whether there are names of secrets in it, which takes no reading of its own. */
import { labelStart } from "../../secrets/label.ts";
import { lookAtLog, type ReadLog } from "../../sessions/read-log.ts";

/** As `lookAtLog`. */
export function lookWithLabels(file: string): ReadLog & { readonly hasLabels: boolean } {
  const seen = { label: false };
  const onText = () => {
    seen.label = true;
  };
  const read = lookAtLog(file, { marked: { mark: labelStart, onText } });
  return { ...read, hasLabels: seen.label };
}
