import type { CompressSessionOptions } from '@hermes/core'
import type { Runtime } from '@hermes/runtime'
import { compressing, compressionLine } from '../render/compression-line.js'
import type { Style } from '../render/style.js'
import type { Conversation } from './conversation.js'
import type { ReplCommand } from './slash-command.js'

export interface CompressContext {
  readonly runtime: { readonly agent: Pick<Runtime['agent'], 'compress'> }
  readonly conversation: Pick<Conversation, 'record'>
  readonly style: Style
  print(text: string): void
  /** Shows what is going on until it has ended; Ctrl+C aborts the signal. */
  busy<Result>(status: string, work: (signal: AbortSignal) => Promise<Result>): Promise<Result>
}

/** `/compress`: sums up now what is old, in place of waiting until the window fills up. */
export const compress: ReplCommand<CompressContext> = {
  name: 'compress',
  aliases: ['compact'],
  usage: '[topic | here [n]]',
  description: 'sum up the conversation, with care for a topic, or up to the last n exchanges',
  async run(args, { runtime, conversation, style, print, busy }) {
    const record = await conversation.record()
    if (!record) {
      print('There is nothing to compress yet.\n')
      return 'stay'
    }
    const options = toOptions(args)
    const outcome = await busy(compressing, (signal) => runtime.agent.compress(record.id, { ...options, signal }))
    print(compressionLine(outcome, style))
    return 'stay'
  },
}

/** How many exchanges `here` keeps where nobody says it. */
const defaultKeep = 2

function toOptions(args: string): Pick<CompressSessionOptions, 'focusTopic' | 'keepLast'> {
  const [isHere, count] = /^here(?:\s+(\d+))?$/i.exec(args.trim()) ?? []
  if (isHere) return { keepLast: Math.max(1, Number(count ?? defaultKeep)) }
  return args.trim() === '' ? {} : { focusTopic: args.trim() }
}
