import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { describeError, HermesError } from '@hermes/core'
import { probeSandbox, sandboxNames } from '@hermes/environments/sandbox'
import { checkConfig, openCredentials, resolveConfiguredProvider } from '@hermes/runtime'
import { nodeProblem } from '@hermes/runtime/node-problem'
import { commandFor, commandForRemedy } from '../../remedies/command-for.js'
import { findHome } from '../../setup/open-home.js'
import type { Check, CheckContext, Finding } from './check.js'
import { checkCommands } from './check-commands.js'
import { checkFallback } from './check-fallback.js'
import { checkGateway } from './check-gateway.js'
import { checkHome } from './check-home.js'
import { checkNetwork } from './check-network.js'
import { checkScan } from './check-scan.js'
import { checkServer } from './check-server.js'
import { checkStore } from './check-store.js'

/** All checks, in display order. */
export const checks: readonly Check[] = [
  { name: 'node', title: 'Node.js', look: checkNode },
  { name: 'home', title: 'Home folder', look: (context) => checkHome(findHome(context).home, context.t) },
  { name: 'settings', title: 'Settings', look: checkSettings },
  { name: 'sessions', title: 'Sessions', look: checkStore },
  { name: 'model', title: 'Model', look: checkModel },
  { name: 'fallback', title: 'Fallback', look: checkFallback },
  { name: 'server', title: 'Model server', look: checkServer },
  { name: 'gateway', title: 'Gateway', look: checkGateway },
  { name: 'scan', title: 'Scan', look: checkScan },
  { name: 'commands', title: 'Commands', look: checkCommands },
  { name: 'sandbox', title: 'Sandbox', look: checkSandbox },
  { name: 'network', title: 'Network', look: checkNetwork },
  {
    name: 'shell',
    title: 'Shell',
    look: (context) =>
      checkProgram(
        'bash',
        context,
        context.t`Install bash: commands are run by /bin/sh, which reads some of them differently.`,
      ),
  },
  { name: 'ripgrep', title: 'ripgrep', look: checkRipgrep },
  {
    name: 'git',
    title: 'git',
    look: (context) =>
      checkProgram('git', context, context.t`Install git: without it, changes of files cannot be taken back.`),
  },
]

async function checkNode({ t }: CheckContext): Promise<Finding> {
  const problem = nodeProblem(process.versions.node)
  return problem === undefined ? { level: 'ok', text: process.versions.node } : { level: 'error', text: t.of(problem) }
}

async function checkSettings(context: CheckContext): Promise<Finding> {
  const { t } = context
  const paths = findHome(context)
  const findings = await checkConfig(paths, context.io.env)
  const worst = findings.find(({ level }) => level === 'error') ?? findings[0]
  if (!worst) return { level: 'ok', text: paths.config }
  const { level, text, remedy } = worst
  const fix = remedy ? t`Try: ${commandForRemedy(remedy)}` : t`For all of them: hermes config check`
  return { level, text: t.of(text), fix }
}

async function checkModel(context: CheckContext): Promise<Finding> {
  const { loaded, t } = context
  if (!loaded) return { level: 'warning', text: t`not checked, because the settings cannot be read` }
  if (loaded.config.transport) return { level: 'ok', text: t`by ${loaded.config.transport.use}` }
  try {
    const { kept } = await openCredentials(findHome(context), loaded.variables)
    const { provider, model, apiMode } = resolveConfiguredProvider(loaded.config, loaded.variables, kept)
    if (apiMode !== 'offline') return { level: 'ok', text: `${model} (${provider})` }
    return {
      level: 'warning',
      text: t`none: a stand-in answers`,
      fix: t`To set one up: hermes setup`,
    }
  } catch (error) {
    if (!HermesError.is(error)) throw error
    const command = commandFor(error)
    return {
      level: 'error',
      text: t.of(describeError(error)),
      ...(command !== undefined && { fix: t`Try: ${command}` }),
    }
  }
}

async function checkSandbox({ loaded, t }: CheckContext): Promise<Finding> {
  const mode = loaded?.config.terminal.sandbox ?? 'auto'
  const probed = await probeSandbox()
  if (mode === 'off') {
    if (probed.status === 'unavailable' && probed.isForbidden)
      return { level: 'ok', text: t`off: commands have your permissions, and this system allows no sandbox` }
    return {
      level: 'warning',
      text: t`off: commands have your permissions`,
      fix: t`To use it: hermes config set terminal.sandbox auto`,
    }
  }
  if (probed.status === 'available') {
    const text = t`commands are sandboxed by ${sandboxNames[probed.by]}: ${probed.program}`
    if (probed.lack === undefined) return { level: 'ok', text }
    return { level: 'warning', text: t`${text}, but ${t.of(probed.lack)}`, fix: t`Install bubblewrap.` }
  }
  const { reason, remedy } = probed
  return {
    level: mode === 'required' ? 'error' : 'warning',
    text: t`commands run without one: ${t.of(reason)}`,
    ...(remedy !== undefined && { fix: t.of(remedy) }),
  }
}

async function checkRipgrep({ t }: CheckContext): Promise<Finding> {
  const missing = {
    level: 'warning',
    text: t`missing: files are searched slowly`,
    fix: t`Reinstall Hermes with its optional parts.`,
  } as const
  const found = await import('@vscode/ripgrep').catch(() => undefined)
  if (!found) return missing
  return (await isExecutable(found.rgPath)) ? { level: 'ok', text: found.rgPath } : missing
}

async function checkProgram(name: string, { io, t }: CheckContext, fix: string): Promise<Finding> {
  for (const folder of (io.env.PATH ?? '').split(delimiter).filter(Boolean)) {
    const path = join(folder, name)
    if (await isExecutable(path)) return { level: 'ok', text: path }
  }
  return { level: 'warning', text: t`not found`, fix }
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
