import type { InspectedServer } from '@hermes/runtime'
import type { CommandContext } from '../../arguments/command-spec.js'
import { write, writeLine } from '../../io.js'
import { safeText } from '../../render/text/safe-text.js'
import { confirm } from '../../setup/confirm.js'

/** Shows the tools that the user has not agreed to yet, and asks. Resolves to whether the user has agreed to everything. */
export async function reviewServer(
  { io, values }: CommandContext,
  name: string,
  server: InspectedServer,
): Promise<boolean> {
  const text = await server.review()
  if (text === '') {
    await writeLine(io.stderr, io.t`You have agreed to everything that ${name} offers.`)
    return true
  }
  await write(io.stderr, `${safeText(text)}\n\n`)
  if (!values.yes && !(await confirm(io, io.t`Agree to this?`))) return false
  await server.agree()
  await writeLine(io.stderr, io.t`Agreed. If ${name} changes a tool or a skill, you are asked again.`)
  return true
}
