import { english } from '@hermes/safety/language'

/** What a call without a summary is about: the command, the path, how many tasks there are. */
export function firstText(args: Readonly<Record<string, unknown>>): string {
  const text = Object.values(args).find((value) => typeof value === 'string')
  if (text !== undefined) return text
  return Array.isArray(args.tasks) ? english.count(args.tasks.length, 'task') : ''
}
