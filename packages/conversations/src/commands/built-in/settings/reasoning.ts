import type { Choice } from '@hermes/core'
import type { Command, Completion } from '../../command.js'
import { chooseSetting, offerValues } from './choose-setting.js'
import { chooseReasoningView, type ReasoningServices, reasoningViews } from './reasoning-view.js'

type Effort = NonNullable<Choice['reasoning']>

const efforts: Readonly<Record<Effort, string>> = {
  off: 'no reasoning before the answer',
  none: 'no reasoning before the answer',
  minimal: 'the minimum of the model',
  low: 'a little',
  medium: 'the default of most models',
  high: 'more, for hard questions',
  xhigh: 'much more, if supported',
  max: 'the maximum of the model',
}

/** `none` is an alias of `off`. */
const offered: readonly Effort[] = ['off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']

interface ReasoningCommand extends Command {
  complete(prefix: string): Promise<readonly Completion[]>
}

/** `/reasoning [effort | default | view]`: sets the reasoning effort and, in a terminal, what is shown of the reasoning. */
export function reasoningCommand({ viewReasoning }: Partial<ReasoningServices> = {}): ReasoningCommand {
  const words = [...offered, 'default', ...(viewReasoning ? reasoningViews : [])]
  return {
    name: 'reasoning',
    usage: `[${words.join(' | ')}]`,
    description: 'show or set the reasoning effort',
    category: 'model',
    changesChoice: true,
    complete: async (prefix) => words.filter((name) => name.startsWith(prefix)).map((text) => ({ text })),
    async run(args, context) {
      const viewed = viewReasoning && (await chooseReasoningView(args, { viewReasoning }))
      if (viewed) return viewed
      const current = context.conversation.choice.reasoning
      if (args === '') {
        const prompt = `Reasoning: ${current ?? 'as the settings have it'}.`
        return offerValues(
          prompt,
          offered.map((label) => ({ label, detail: efforts[label], isCurrent: label === current })),
          '/reasoning',
        )
      }
      if (args === 'default') return chooseSetting(context, { reasoning: null }, 'Reasoning: the configured default.')
      if (!isEffort(args)) return { type: 'error', text: `The efforts are ${offered.join(', ')} and default.` }
      return chooseSetting(context, { reasoning: args }, `Reasoning: ${args}, ${efforts[args]}.`)
    },
  }
}

function isEffort(text: string): text is Effort {
  return Object.hasOwn(efforts, text)
}
