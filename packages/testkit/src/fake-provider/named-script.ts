import { type JsonObject, TransportError } from '@hermes/core'
import { call, cut, fail, hang, htmlPage, type Pace, type ProviderScript, text, toolTurns } from '../index.js'

export interface NamedScriptOptions {
  /** The tool that `tool-turns` calls. */
  readonly tool: string
  /** The arguments of the tool as JSON; `{n}` becomes the number of the turn. */
  readonly args: string
  readonly pace: Pace
}

/** The script forms of the command line. */
export const scriptForms = ['text:WORDS', 'tool-turns:COUNT', 'error:STATUS', 'drop:DELTAS', 'hang', 'html'] as const

/**
 * Parses a script in its short form.
 * @throws {TypeError} for an unknown form.
 */
export function namedScript(form: string, { tool, args, pace }: NamedScriptOptions): ProviderScript {
  const [name = '', value = ''] = split(form)
  switch (name) {
    case 'text':
      return text(value || 'Hello.', { pace })
    case 'tool-turns':
      return toolTurns(count(form, value), (n) => call(tool, fill(args, n), { pace }), text('Done.', { pace }))
    case 'error':
      return fail(new TransportError('overloaded', 'The fake provider refuses.', { status: count(form, value) }))
    case 'drop':
      return cut(text('This answer is never completed.', { pace }), { after: count(form, value) })
    case 'hang':
      return hang()
    case 'html':
      return htmlPage()
    default:
      throw new TypeError(`"${form}" is not a script: use one of ${scriptForms.join(', ')}.`)
  }
}

function split(form: string): [string, string] {
  const colon = form.indexOf(':')
  return colon === -1 ? [form, ''] : [form.slice(0, colon), form.slice(colon + 1)]
}

function count(form: string, value: string): number {
  if (/^\d+$/.test(value)) return Number(value)
  throw new TypeError(`The script "${form}" needs a whole number after the colon.`)
}

function fill(args: string, number: number): JsonObject | string {
  return args.replaceAll('{n}', String(number))
}
