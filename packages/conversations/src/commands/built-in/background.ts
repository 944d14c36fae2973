import type { SubmissionEnd } from '../../contracts/submission.js'
import type { Command } from '../command.js'
import type { NewTarget } from './new-target.js'

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
    async run(args, context) {
      if (args === '') return { type: 'error', text: 'Say what to work on: /bg check the links in the README.' }
      const { conversation, conversations, person, surface } = context
      const target = newTarget(context, { choice: conversation.choice })
      // A key has one conversation, so background work is not stored under the chat's key.
      const opened = await conversations.open(
        'key' in target ? { seed: target.seed, choice: conversation.choice } : target,
      )
      const { accepted, ended } = opened.submit({ content: args, as: 'message' }, { person, surface })
      const acceptance = await accepted
      if (acceptance.as === 'refused') return { type: 'error', text: acceptance.message }
      void ended.then((end) =>
        conversation.notify({ code: 'background-ended', text: `${describe(end)} /resume ${opened.id} shows it.` }),
      )
      return { type: 'text', text: `It runs in the session ${opened.id}. You will be notified when it has ended.` }
    },
  }
}

const longestExcerpt = 200

function describe(end: SubmissionEnd): string {
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
