/** Splits targets as they were written: `telegram:42, local` in one text are two. Each is kept once. */
export function splitTargets(targets: readonly string[]): readonly string[] {
  const names = targets.flatMap((target) => target.split(',')).map((target) => target.trim())
  return [...new Set(names.filter(Boolean))]
}
