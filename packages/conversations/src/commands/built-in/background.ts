import type { SubmissionEnd } from '../../contracts/submission.js'
import type { Command } from '../command.js'
import type { NewTarget } from './new-target.js'
import { workAside } from './work-aside.js'

export interface BackgroundServices {
  readonly newTarget: NewTarget
}

/** `/bg prompt`: starts a separate conversation and reports its end here. */
export function backgroundCommand({ newTarget }: BackgroundServices): Command {
  return {
    name: 'bg',
    aliases: ['background'],
    usage: '<prompt>',
    description: 'work on something in a session of its own',
    category: 'session',
    usesModel: true,
    async run(args, context) {
      if (args === '') return { type: 'error', text: 'Say what to work on: /bg check the links in the README.' }
      return workAside({ input: { content: args }, newTarget, describe }, context)
    },
  }
}

const longestExcerpt = 200

function describe(end: SubmissionEnd, id: string): string {
  return `${outcomeOf(end)} /resume ${id} shows it.`
}

function outcomeOf(end: SubmissionEnd): string {
  if (end.status !== 'turn')
    return end.status === 'failed'
      ? `The background session failed: ${end.error.message}`
      : 'The background session did not run.'
  const { outcome, finalResponse } = end.result
  const line = finalResponse.replaceAll(/\s+/g, ' ').trim()
  const excerpt = line.length <= longestExcerpt ? line : `${line.slice(0, longestExcerpt - 1)}…`
  switch (outcome.status) {
    case 'failed':
      return `The background session failed: ${outcome.error.message}`
    case 'interrupted':
      return `The background session was interrupted: ${outcome.reason}`
    default:
      return `The background session has ended: ${excerpt}`
  }
}
