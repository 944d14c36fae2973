import { toLineageRow } from '@hermes/conversations/stored'
import { lineageMembers, resolveSession } from '@hermes/core/sessions'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { write, writeLine } from '../../io.js'
import { renderLineage } from '../../render/tables/lineage.js'
import { createStyle, wantsColor } from '../../render/text/style.js'
import { withStoreToRead } from '../../setup/with-store.js'

/** `hermes sessions show SESSION --lineage`: shows the sessions of the lineage and their compressions. */
export const showLineage: CommandHandler = async (context) => {
  const {
    values,
    io,
    parameters: [reference = ''],
  } = context
  const members = await withStoreToRead(context, async (store) =>
    lineageMembers(store, await resolveSession(store, reference)),
  )
  if (values.json) {
    await writeLine(io.stdout, JSON.stringify(members.map(toLineageRow), undefined, 2))
    return exitCode.ok
  }
  const isRefused = values['no-color'] === true
  const style = createStyle(wantsColor({ stream: io.stdout, env: io.env, isRefused }), io.t)
  await write(io.stdout, renderLineage(members, style))
  return exitCode.ok
}
