import type { SlashCommand } from '@hermes/core'
import type { ServerRequests } from '@hermes/mcp'
import { createCleanup } from '@hermes/safety'
import type { ToolSource } from '@hermes/tools'
import type { Host } from '../../host.js'
import type { McpServerConfig } from '../../schema/features/mcp.js'
import { createServerProcesses } from '../../services/server-processes.js'
import { createAskToAgree } from './agree/ask-to-agree.js'
import { askModel } from './ask-model.js'
import { askUser } from './ask-user.js'
import type { ConnectedServer } from './connected-server.js'
import { createListedTools } from './listed-tools.js'
import { openPins, openServer } from './open-server.js'
import { promptCommands } from './server-commands.js'
import { createServerSkills } from './skills/create-server-skills.js'
import { createToolSource } from './tool-source.js'

/** The section `mcp_servers`. */
export type McpSettings = Readonly<Record<string, McpServerConfig>>

/** Servers with their tools. Disposing it ends the servers. */
export interface ServerSet extends AsyncDisposable {
  readonly servers: readonly ConnectedServer[]
  readonly source: ToolSource
  /** A command for each prompt of the servers. Prompts may change while the servers run. */
  readonly prompts: readonly SlashCommand[]
}

/** Opens the enabled servers. None of them is connected before it is needed. */
export async function openServers(host: Host<McpSettings>): Promise<ServerSet> {
  const { settings, variables, environment, logger, packages } = host
  await using opening = createCleanup()
  const processes = opening.use(
    createServerProcesses({ workingDirectory: environment.workingDirectory, variables, logger, packages }),
  )
  const requests: ServerRequests = {
    elicit: askUser(host.questions),
    sample: askModel(host.questions, () => host.auxiliary('mcp')),
    // The folder of a container or of another machine means nothing to a program on this machine.
    ...(environment.id === 'local' && { roots: () => [environment.workingDirectory] }),
  }
  const enabled = Object.entries(settings).filter(([, config]) => config.enabled)
  const book = openPins(host.folders.home)
  const { folders, fetch, scan, skillShelf } = host
  const servers = await Promise.all(
    enabled.map(async ([name, config]): Promise<ConnectedServer> => {
      const { server, agreements, skillAgreements } = await openServer(name, config, {
        folders,
        variables,
        processes,
        fetch,
        logger,
        book,
        scan,
        requests,
        onChange: () => void update(),
      })
      opening.use(server)
      const ask = createAskToAgree(name, host.questions)
      const listed = createListedTools({ server, agreements, ask, logger })
      const skills = createServerSkills({ server, agreements: skillAgreements, ask, scan, logger })
      const update = () => Promise.all([listed.update(), skills.update()])
      await update()
      if (config.skills) opening.use(skillShelf.add(name, skills))
      return { server, listed, skills }
    }),
  )
  const source = createToolSource(servers)
  let prompts: { readonly generation: number; readonly list: readonly SlashCommand[] } | undefined
  const ending = opening.move()
  return {
    servers,
    source,
    get prompts() {
      if (prompts?.generation !== source.generation)
        prompts = { generation: source.generation, list: promptCommands(servers) }
      return prompts.list
    },
    [Symbol.asyncDispose]: () => ending[Symbol.asyncDispose](),
  }
}
