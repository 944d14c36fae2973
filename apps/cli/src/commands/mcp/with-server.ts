import { createFileLogger, type InspectedServer, inspectMcpServer } from '@hermes/runtime'
import type { CommandContext } from '../../arguments/command-spec.js'
import { openHome } from '../../setup/open-home.js'

/** Opens a configured server for one command. @throws {ConfigError} when there is no such server. */
export async function withServer<Result>(
  { io, values }: CommandContext,
  name: string,
  work: (server: InspectedServer) => Promise<Result>,
): Promise<Result> {
  const { paths, config, variables } = await openHome({ io, values })
  const logger = createFileLogger({ folder: paths.logs, level: config.logging.level })
  await using server = await inspectMcpServer({
    name,
    paths,
    config,
    variables,
    workingDirectory: io.workingDirectory,
    logger,
  })
  return await work(server)
}
