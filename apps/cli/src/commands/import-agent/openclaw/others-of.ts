import { readdir } from 'node:fs/promises'
import type { OpenClawHome } from './openclaw-home.js'
import { othersInConfig } from './settings/others-in-config.js'

/** Files of a workspace that describe the tools and habits of OpenClaw. */
const inWorkspace = /^(AGENTS|HEARTBEAT|BOOT|BOOTSTRAP)\.md$|^(hooks|canvas)$/
const inHome = /^(credentials|hooks|extensions|plugins|exec-approvals\.json)$/

/** Names what users may miss after an import. */
export async function othersOf({ entries, workspace, config, agent }: OpenClawHome): Promise<readonly string[]> {
  const own = workspace === undefined ? [] : await readdir(workspace)
  const files = [...entries.filter((name) => inHome.test(name)), ...own.filter((name) => inWorkspace.test(name))]
  return [...files.toSorted(), ...othersInConfig(config, agent)]
}
