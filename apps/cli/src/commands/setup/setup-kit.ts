import {
  type Config,
  type CredentialManager,
  createCredentialManager,
  type HomePaths,
  openCatalog,
  openCredentials,
  type Variables,
} from '@hermes/runtime'
import type { KeptCredential } from '@hermes/transports'
import type { Catalog } from '@hermes/transports/catalog'
import type { CommandContext } from '../../arguments/command-spec.js'
import { openHome } from '../../setup/open-home.js'

/** Data that setup reads and writes. */
export interface SetupKit {
  readonly paths: HomePaths
  /** Settings of the files, without those of the command line. */
  readonly config: Config
  /** Variables of the process and those of `.env`. */
  readonly variables: Variables
  readonly catalog: Catalog
  readonly credentials: CredentialManager
  readonly kept: readonly KeptCredential[]
}

/** @throws {ConfigError} when the home cannot be used. */
export async function openSetupKit({
  io,
  values: { profile },
}: Pick<CommandContext, 'io' | 'values'>): Promise<SetupKit> {
  const { paths, config, variables } = await openHome({ io, values: { ...(profile !== undefined && { profile }) } })
  const { kept } = await openCredentials(paths, variables)
  return {
    paths,
    config,
    variables,
    kept,
    catalog: openCatalog(paths, { variables, config }),
    credentials: createCredentialManager({ paths, variables }),
  }
}
