import { english } from '@hermes/safety/language'

/** Describes a call without a summary: the command, the path, the number of tasks. */
export function firstText(args: Readonly<Record<string, unknown>>): string {
  const text = Object.values(args).find((value) => typeof value === 'string')
  if (text !== undefined) return text
  return Array.isArray(args.tasks) ? english.count(args.tasks.length, 'task') : ''
}
