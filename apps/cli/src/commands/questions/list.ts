import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { write, writeLine } from '../../io.js'
import { toQuestionRow } from './question-row.js'
import { withDesk } from './with-desk.js'

/** `hermes questions list` */
export const listQuestions: CommandHandler = async (context) => {
  const { values, io } = context
  const questions = await withDesk(context, async ({ desk, table }) => {
    const open = await desk.open()
    return values.all ? table.find() : open
  })
  if (values.json) {
    await writeLine(io.stdout, JSON.stringify(questions.map(toQuestionRow), undefined, 2))
  } else if (questions.length === 0) {
    await writeLine(io.stderr, values.all ? io.t`There are no questions yet.` : io.t`There are no open questions.`)
  } else {
    const { questionTable } = await import('../../render/tables/question-table.js')
    await write(io.stdout, questionTable(questions, { nowMs: Date.now(), stream: io.stdout, t: io.t }))
  }
  return exitCode.ok
}
