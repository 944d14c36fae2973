import type { FindingName, ScanSurface } from './finding.js'

/** Findings that are common in harmless texts of a surface. They are reported but do not block. */
const tolerated: Readonly<Record<ScanSurface, readonly FindingName[]>> = {
  // Many project files pipe installers into a shell, and mention agent settings, container flags and unsigned programs.
  context: ['pipe_to_shell', 'policy_change', 'unattended_flag', 'defence_evasion'],
  skill: [],
  memory: [],
  'tool-description': [],
}

export function blocksOn(surface: ScanSurface, name: FindingName): boolean {
  return name !== 'quoted' && !tolerated[surface].includes(name)
}
