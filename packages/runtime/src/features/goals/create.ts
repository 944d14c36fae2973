import type { CreateFeature } from '../../host.js'
import type { Config } from '../../schema/config-schema.js'
import { createGoalBook } from './goal-book.js'
import { goalCommand, subgoalCommand } from './goal-commands.js'
import { judgeGoal } from './judge-goal.js'
import { pursueGoal } from './pursue-goal.js'

/** Creates standing goals for conversations. `undefined` if the store keeps no values. */
export const createGoals: CreateFeature<Config['goals']> = async (host) => {
  const { settings, store, surface, auxiliary } = host
  if (!store.values) return undefined
  const book = createGoalBook(store, store.values)
  const mostRounds = settings.max_turns
  return {
    name: 'goals',
    isForConversations: true,
    commands: [goalCommand(book, mostRounds), subgoalCommand(book)],
    hooks: {
      pre_verify: pursueGoal({
        book,
        mostRounds,
        judge(goal, { sessionId, messages }) {
          const model = auxiliary('goal_judge')
          return model && judgeGoal(goal, messages, { model, redact: (text) => host.redact(text), sessionId })
        },
        tell: (line, sessionId) => surface.tell?.(line, sessionId),
      }),
    },
  }
}
