import { createQuestionDesk, type QuestionDesk, type QuestionTable } from '@hermes/core/questions'
import type { CommandContext } from '../../arguments/command-spec.js'
import { withStore } from '../../setup/with-store.js'

/** Questions of a home, for commands that ask none themselves. */
export interface QuestionsOfHome {
  readonly table: QuestionTable
  readonly desk: QuestionDesk
}

/** Runs an operation on the questions of the home, then closes their store. Does not need valid settings. */
export function withDesk<Result>(
  context: CommandContext,
  use: (home: QuestionsOfHome) => Promise<Result>,
): Promise<Result> {
  return withStore(context, async ({ questions: table }) => {
    if (!table) throw new TypeError('This session store has no questions.')
    return use({ table, desk: createQuestionDesk({ table }) })
  })
}
