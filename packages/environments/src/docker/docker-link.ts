import { startPiped } from '../remote/piped-program.js'
import { startInPty } from '../remote/pty-program.js'
import type { RemoteLink } from '../remote/remote-link.js'
import type { Container } from './container.js'
import type { Engine } from './engine.js'
import { explainEngine } from './explain-engine.js'
import { guardianVariable } from './run-arguments.js'

/** Key sequence that no person types, so that the engine does not detach. */
const detachKeys = 'ctrl-@,ctrl-^,ctrl-@,ctrl-_'

export function createDockerLink(engine: Engine, container: Container): RemoteLink {
  const { program, variables } = engine
  return {
    name: `the container ${container.name}`,
    prepare: () => container.ensure(),
    open(argv, { isFirst, terminal }) {
      const options = isFirst ? ['--env', guardianVariable] : []
      if (!terminal) return startPiped([program, 'exec', '-i', ...options, container.name, ...argv], { variables })
      const inTerminal = [program, 'exec', '-it', '--detach-keys', detachKeys, ...options, container.name, ...argv]
      return startInPty(inTerminal, { variables: { ...variables, TERM: 'xterm-256color' }, size: terminal })
    },
    explain: (output) => explainEngine(program, output),
    close: () => container.release(),
  }
}
