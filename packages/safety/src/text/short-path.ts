/** Formats a path for display, with `~` for the user's home folder: `~/projects/tea`. */
export function shortPath(path: string, home: string): string {
  return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path
}
