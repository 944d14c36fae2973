import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { write, writeLine } from '../../io.js'
import { renderQuestion } from '../../render/outcomes/question.js'
import { columnsOf } from '../../render/screen/screen.js'
import { createStyle, wantsColor } from '../../render/text/style.js'
import { findQuestion } from './find-question.js'
import { toQuestionRow } from './question-row.js'
import { withDesk } from './with-desk.js'

/** `hermes questions show QUESTION` */
export const showQuestion: CommandHandler = async (context) => {
  const {
    values,
    io,
    parameters: [reference = ''],
  } = context
  const question = await withDesk(context, (home) => findQuestion(home, reference))
  if (values.json) {
    await writeLine(io.stdout, JSON.stringify(toQuestionRow(question), undefined, 2))
    return exitCode.ok
  }
  const isRefused = values['no-color'] === true
  const style = createStyle(wantsColor({ stream: io.stdout, env: io.env, isRefused }), io.t)
  await write(io.stdout, renderQuestion(question, { style, columns: columnsOf(io.stdout), nowMs: Date.now() }))
  return exitCode.ok
}
