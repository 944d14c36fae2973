import { describeError, silentLogger } from '@hermes/core'
import { openPluginStore, startPlugin } from '@hermes/runtime'
import type { Translate } from '@hermes/safety/language'
import { fetchFromVariables } from '@hermes/transports'
import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { safeText } from '../../render/text/safe-text.js'
import { openUsableHome } from '../../setup/open-home.js'

interface Finding {
  readonly name: string
  readonly version: string
  readonly state: 'enabled' | 'disabled' | 'installed'
  /** Why the plugin cannot be used. Absent if its files are unchanged, and it starts and answers. */
  readonly problem?: string
}

/** `hermes plugins doctor`: starts each installed plugin that is not disabled in a separate process. */
export const pluginsDoctor: CommandHandler = async (context) => {
  const { io, values } = context
  const findings = await examine(context)
  if (values.json) await writeLine(io.stdout, JSON.stringify(findings, undefined, 2))
  else {
    for (const finding of findings) await writeLine(io.stdout, describe(finding, io.t))
    if (findings.length === 0) await writeLine(io.stdout, io.t`No plugin is installed.`)
  }
  return findings.some(({ problem }) => problem !== undefined) ? exitCode.failed : exitCode.ok
}

async function examine(context: CommandContext): Promise<readonly Finding[]> {
  const { paths, config, variables } = await openUsableHome(context)
  const { enabled, disabled, settings } = config.installed_plugins
  const fetch = fetchFromVariables(variables)
  const store = await openPluginStore(paths.home)
  const findings: Finding[] = []
  for (const { name, version } of await store.list()) {
    const state = disabled.includes(name) ? 'disabled' : enabled.includes(name) ? 'enabled' : 'installed'
    const about = { name, version, state } as const
    try {
      const { folder, contents } = await store.open(name)
      if (state !== 'disabled' && contents.kind === 'module') {
        const { manifest } = contents
        const own = { settings: settings[name] ?? {}, variables, fetch, logger: silentLogger }
        await using plugin = await startPlugin({ folder, manifest, ...own })
        await plugin.check()
      }
      findings.push(about)
    } catch (error) {
      findings.push({ ...about, problem: describeError(error) })
    }
  }
  return findings
}

function describe({ name, version, state, problem }: Finding, t: Translate): string {
  const word = { enabled: t`enabled`, disabled: t`disabled`, installed: t`installed` }[state]
  const reason = problem === undefined ? '' : `: ${safeText(t.of(problem))}`
  return `${problem === undefined ? '✓' : '✗'} ${name} ${safeText(version)}, ${word}${reason}`
}
