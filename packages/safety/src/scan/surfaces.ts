import type { FindingName, ScanSurface } from './finding.js'

/** What is common in honest texts of a kind, and therefore only told. */
const tolerated: Readonly<Record<ScanSurface, readonly FindingName[]>> = {
  // Installers are piped into a shell by half of all project files.
  // So are settings of agents, their flags for containers, and unsigned programs.
  context: ['pipe_to_shell', 'policy_change', 'unattended_flag', 'defence_evasion'],
  skill: [],
  memory: [],
  'tool-description': [],
}

export function blocksOn(surface: ScanSurface, name: FindingName): boolean {
  return !tolerated[surface].includes(name)
}
