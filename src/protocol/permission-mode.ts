/** The permission modes, in the order in which Shift+Tab goes through them. Loads nothing. */
export const permissionModes = ["ask", "accept-edits", "plan", "auto"] as const;
export type PermissionMode = (typeof permissionModes)[number];
