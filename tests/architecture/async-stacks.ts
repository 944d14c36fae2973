import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { type Debugger, console as inspectorConsole, type Runtime, Session } from 'node:inspector'
import { fileURLToPath } from 'node:url'
import { root } from './source-files.js'

/** Records where the requests of this process come from. Disposing it ends the recording. */
export interface RequestStacks extends Disposable {
  /**
   * The files of the repository on the call stack of each request, continued through everything that was awaited. The oldest comes
   * first; consecutive calls in one file count once.
   */
  readonly stacks: readonly (readonly string[])[]
}

const created = 'http.client.request.created'
const mark = 'a request was created'

/** Records the requests made with `node:http` to paths that end in `pathEnd`. */
export function recordRequestStacks(pathEnd: string): RequestStacks {
  const stacks: (readonly string[])[] = []
  const session = new Session()
  session.connect()
  session.post('Runtime.enable')
  session.post('Debugger.enable')
  session.post('Debugger.setAsyncCallStackDepth', { maxDepth: 1_000 })
  session.on('Runtime.consoleAPICalled', ({ params: { args, stackTrace } }) => {
    if (args[0]?.value === mark && stackTrace) stacks.push(filesOf(session, stackTrace).toReversed())
  })
  const onRequest = (message: unknown) => {
    // The inspector reports the stack of a call of its console.
    if (isRequest(message) && message.request.path.endsWith(pathEnd)) inspectorConsole.debug(mark)
  }
  subscribe(created, onRequest)
  return {
    stacks,
    [Symbol.dispose]() {
      unsubscribe(created, onRequest)
      session.disconnect()
    },
  }
}

function isRequest(message: unknown): message is { readonly request: { readonly path: string } } {
  return typeof message === 'object' && message !== null && 'request' in message
}

/** Returns the files, innermost first. */
function filesOf(session: Session, innermost: Runtime.StackTrace): readonly string[] {
  const files: string[] = []
  for (let stack: Runtime.StackTrace | undefined = innermost; stack; stack = parentOf(session, stack)) {
    for (const { url } of stack.callFrames) {
      const path = url.startsWith('file:') ? fileURLToPath(url) : url
      const file = /^(?:packages|apps)\/[^/]+\/src\/.*/.exec(path.startsWith(root) ? path.slice(root.length) : '')?.[0]
      if (file !== undefined && file !== files.at(-1)) files.push(file)
    }
  }
  return files
}

function parentOf(session: Session, { parent, parentId }: Runtime.StackTrace): Runtime.StackTrace | undefined {
  if (parent || !parentId) return parent
  let found: Debugger.GetStackTraceReturnType | undefined
  // Within one thread, the answer arrives before `post` returns.
  session.post('Debugger.getStackTrace', { stackTraceId: parentId }, (_, answer) => {
    found = answer
  })
  return found?.stackTrace
}
