/** Whether a path with `/` stays inside its folder. */
export function isInnerPath(path: string): boolean {
  return !/^[/\\]|\\|\0|^[a-z]:/i.test(path) && !path.split('/').includes('..')
}
