import { knownMcpServers } from '@hermes/runtime'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { oneLine } from '../../render/text/safe-text.js'
import { openUsableHome } from '../../setup/open-home.js'
import { describeCounts } from './describe-counts.js'
import { withServer } from './with-server.js'

/** `hermes mcp list`: lists servers without connecting to them. */
export const listServers: CommandHandler = async (context) => {
  const { io, values } = context
  const servers = await knownMcpServers(await openUsableHome(context))
  const rows = await Promise.all(
    servers.map(async ({ name, plugin, config: { command, args, url, enabled, trust } }) => {
      const known = await withServer(context, name, (server) => server.known())
      const open = known?.filter(({ status }) => status !== 'approved').length ?? 0
      const address = url ?? [command, ...args].join(' ')
      return {
        name,
        ...(plugin !== undefined && { plugin }),
        address,
        enabled,
        trust,
        tools: known?.filter(({ kind }) => kind === 'tool').length ?? null,
        skills: known?.filter(({ kind }) => kind === 'skill').length ?? null,
        toReview: open,
      }
    }),
  )
  if (values.json) await writeLine(io.stdout, JSON.stringify(rows, undefined, 2))
  else if (rows.length === 0)
    await writeLine(io.stderr, io.t`There are no MCP servers yet. To add one: hermes mcp add NAME COMMAND`)
  for (const { name, plugin, address, enabled, tools, skills, toReview } of values.json ? [] : rows) {
    const { t } = io
    const connected = tools === null ? t`never connected` : describeCounts(tools, skills ?? 0, t)
    const facts = [
      enabled ? connected : t`disabled`,
      ...(plugin === undefined ? [] : [t`of the plugin ${plugin}`]),
      ...(toReview > 0 ? [t`${toReview} to review: hermes mcp configure ${name}`] : []),
    ]
    await writeLine(io.stdout, `${name}  ${oneLine(address)}  ${facts.join(t`, `)}`)
  }
  return exitCode.ok
}
