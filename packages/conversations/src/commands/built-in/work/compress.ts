import type { CompressionOutcome, CompressSessionOptions } from '@hermes/core'
import type { CommandOutcome } from '../../../contracts/command-outcome.js'
import type { Command } from '../../command.js'
import { storedRecord } from '../sessions/stored-record.js'

/** The default number of exchanges that `here` keeps. */
const defaultKeep = 2

/** `/compress [topic | here [n]]`: compresses the conversation now instead of when the window is full. */
export function compressCommand(): Command {
  return {
    name: 'compress',
    aliases: ['compact'],
    usage: '[topic | here [n]]',
    description: 'compress the conversation, optionally focusing on a topic or keeping the last n exchanges',
    category: 'session',
    usesModel: true,
    whileRunning: 'after',
    async run(args, context) {
      if (!(await storedRecord(context))) return { type: 'text', text: 'There is nothing to compress yet.' }
      context.report('compressing')
      return toOutcome(await context.conversation.compress({ ...toOptions(args), signal: context.signal }))
    },
  }
}

function toOptions(args: string): Pick<CompressSessionOptions, 'focusTopic' | 'keepLast'> {
  const [isHere, count] = /^here(?:\s+(\d+))?$/i.exec(args) ?? []
  if (isHere) return { keepLast: Math.max(1, Number(count ?? defaultKeep)) }
  return args === '' ? {} : { focusTopic: args }
}

function toOutcome(outcome: CompressionOutcome): CommandOutcome {
  if (outcome.status !== 'compressed') {
    return { type: outcome.status === 'failed' ? 'error' : 'text', text: `Not compressed: ${outcome.reason}` }
  }
  const { tokensBefore, tokensAfter, durationMs, notice } = outcome
  const [before, after] = [tokensBefore, tokensAfter].map((tokens) => Math.round(tokens).toLocaleString('en'))
  const said = `Compressed: ${before} → ${after} tokens in ${(durationMs / 1000).toFixed(1)} s.`
  return { type: 'text', text: notice === undefined ? said : `${said} ${notice}` }
}
