import { english } from '@hermes/safety/language'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { oneLine } from '../../render/text/safe-text.js'
import { withServer } from './with-server.js'

const notes = { approved: undefined, new: english`(not agreed to yet)`, changed: english`(changed since you agreed)` }

/** `hermes mcp test NAME`: connects and lists the tools and skills. Exit code 1 when that fails. */
export const testServer: CommandHandler = async (context) => {
  const { io, values, parameters } = context
  const [name = ''] = parameters
  const listed = await withServer(context, name, (server) => server.list())
  if (values.json) await writeLine(io.stdout, JSON.stringify(listed, undefined, 2))
  for (const { kind, name: item, description, status } of values.json ? [] : listed) {
    const label = kind === 'skill' ? io.t`skill ${item}` : item
    const note = notes[status] === undefined ? '' : `  ${io.t.of(notes[status])}`
    await writeLine(io.stdout, `${label}${note}  ${oneLine(description).slice(0, 100)}`)
  }
  if (listed.some(({ status }) => status !== 'approved')) {
    await writeLine(io.stderr, io.t`To review and agree to what it offers: hermes mcp configure ${name}`)
  }
  return exitCode.ok
}
