import { sessionUsage, toSessionRow } from '@hermes/conversations/stored'
import { resolveSession } from '@hermes/core/sessions'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { write, writeLine } from '../../io.js'
import { loadFormulas } from '../../render/markdown/lazy-formulas.js'
import { columnsOf } from '../../render/screen/screen.js'
import { renderTranscript } from '../../render/screen/transcript.js'
import { createStyle, wantsColor } from '../../render/text/style.js'
import { withStoreToRead } from '../../setup/with-store.js'
import { showLineage } from './lineage.js'
import { toTasksJson, usageLine } from './usage/render-usage.js'

/** `hermes sessions show SESSION` */
export const showSession: CommandHandler = async (context) => {
  if (context.values.lineage) return showLineage(context)
  const {
    values,
    io,
    parameters: [reference = ''],
  } = context
  const { record, stored, used } = await withStoreToRead(context, async (store) => {
    const record = await resolveSession(store, reference)
    return { record, stored: await store.messages.load(record.id), used: await sessionUsage(store, record) }
  })
  const messages = stored.map(({ message }) => message)
  if (values.json) {
    await writeLine(
      io.stdout,
      JSON.stringify({ ...toSessionRow(record, used), usage_by_task: toTasksJson(used), messages }, undefined, 2),
    )
    return exitCode.ok
  }
  const isRefused = values['no-color'] === true
  const style = createStyle(wantsColor({ stream: io.stdout, env: io.env, isRefused }), io.t)
  // Output that is not for a terminal keeps the text as it was written.
  const formula = style.isEnabled && { formula: await loadFormulas() }
  await write(io.stdout, renderTranscript(messages, { style, columns: columnsOf(io.stdout), ...formula }))
  if (used.apiCallCount > 0) await writeLine(io.stdout, `\n${style.muted(usageLine(used, io.t))}`)
  return exitCode.ok
}
