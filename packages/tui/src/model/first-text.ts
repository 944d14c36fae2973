/** What a call without a summary is about: the command, the path. */
export function firstText(args: Readonly<Record<string, unknown>>): string {
  return Object.values(args).find((value) => typeof value === 'string') ?? ''
}
