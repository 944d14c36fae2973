/** Whether a path with `/` stays in its folder. */
export function isInnerPath(path: string): boolean {
  return !/^[/\\]|\\|\0|^[a-z]:/i.test(path) && !path.split('/').includes('..')
}
