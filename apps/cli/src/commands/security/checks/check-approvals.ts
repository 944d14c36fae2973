import type { CheckContext, Finding } from '../../doctor/check.js'
import { notChecked } from './not-checked.js'

/** Checks whether dangerous actions need approval. */
export async function checkApprovals({ loaded, t }: CheckContext): Promise<Finding> {
  if (!loaded) return notChecked(t)
  const { approvals, command_allowlist: allowed } = loaded.config
  if (approvals.mode === 'off') {
    return {
      level: 'error',
      text: t`off: dangerous commands run without a question`,
      fix: t`To be asked: hermes config set approvals.mode manual`,
    }
  }
  if (approvals.untrusted.policy === 'allow') {
    return {
      level: 'error',
      text: t`what a web page says may send data without a question`,
      fix: t`To be asked: hermes config set approvals.untrusted.policy ask`,
    }
  }
  const broad = allowed.filter((entry) => /^\S*\*/.test(entry))
  if (broad.length === 0) return { level: 'ok', text: t`${approvals.mode}, ${allowed.length} permanent rules` }
  return {
    level: 'warning',
    text: t`command_allowlist allows nearly every command: ${broad.join(', ')}`,
    fix: t`Write the command instead: hermes config edit`,
  }
}

/** Checks what the commands of the agent can reach. */
export async function checkSandboxing({ loaded, t }: CheckContext): Promise<Finding> {
  if (!loaded) return notChecked(t)
  const { backend, sandbox } = loaded.config.terminal
  if (backend !== 'local' || sandbox !== 'off') return { level: 'ok', text: backend === 'local' ? sandbox : backend }
  return {
    level: 'warning',
    text: t`off: commands have your permissions`,
    fix: t`To use it: hermes config set terminal.sandbox auto`,
  }
}
