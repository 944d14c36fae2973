/**
 * Returns the program that runs a task's JavaScript and keeps its state, an ES module for Node.js 18 or newer. File
 * descriptor 7 receives messages; 8 and 9 are the original standard output and error. `mark` separates its messages
 * from the output of programs.
 */
export function javascriptKernel(mark: string): string {
  return source.replace('@MARK@', mark)
}

/**
 * Source of the kernel. A worker thread reads messages, so that the kernel notices that the agent is gone and ends the
 * process even while a program blocks the main thread.
 */
const source = String.raw`
import { Console } from 'node:console'
import { writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Writable } from 'node:stream'
import { setTimeout } from 'node:timers'
import { inspect } from 'node:util'
import { Worker } from 'node:worker_threads'

const [OUT, ERR] = [8, 9]
const mark = Buffer.from('@MARK@', 'hex')
// Small enough for an atomic write, so that output of child processes does not interleave.
const pieceLength = 4096 - mark.length - 3
const longestCall = 32 * 2 ** 20
const pause = new Int32Array(new SharedArrayBuffer(4))

function writeAll(descriptor, data) {
  for (let rest = data; rest.length > 0; ) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest))
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error
      // The pipe is full, and a child process has made the shared pipe non-blocking.
      Atomics.wait(pause, 0, 0, 1)
    }
  }
}

function encode(message) {
  return Buffer.from(JSON.stringify(message))
}

function tell(descriptor, data) {
  for (let at = 0; at < data.length; at += pieceLength) {
    const piece = data.subarray(at, at + pieceLength)
    const more = at + pieceLength < data.length ? 1 : 0
    writeAll(descriptor, Buffer.concat([mark, Buffer.from([more, piece.length >> 8, piece.length & 255]), piece]))
  }
}

// Writes synchronously: Node.js would buffer the output of a busy program in memory.
function outputTo(fd) {
  const stream = new Writable({
    decodeStrings: true,
    write(data, _encoding, done) {
      writeAll(fd, data)
      done()
    },
  })
  return Object.assign(stream, { fd, isTTY: false })
}
for (const [name, fd] of [['stdout', OUT], ['stderr', ERR]]) {
  Object.defineProperty(process, name, { value: outputTo(fd), configurable: true, writable: true })
}
globalThis.console = new Console({ stdout: process.stdout, stderr: process.stderr })

class ToolError extends Error {
  name = 'ToolError'
}
class Exit extends Error {
  name = 'Exit'
  constructor(code) {
    super('The program called process.exit.')
    this.exitCode = code
  }
}
process.exit = (code = process.exitCode ?? 0) => {
  throw new Exit(Number(code) & 255)
}

const open = new Map()
let calls = 0
let whenAnswered

function call(name, args) {
  calls += 1
  const number = calls
  // Captures the caller's stack: later, only the kernel is on the stack.
  const { stack } = new Error()
  const data = encode({ type: 'call', call: number, name, args })
  if (data.length > longestCall) throw new ToolError('The arguments of ' + name + ' are too long.')
  const answer = new Promise((resolve, reject) => open.set(number, { resolve, reject, stack }))
  tell(ERR, data)
  return answer
}

function answered({ call: number, text, isError }) {
  const waiting = open.get(number)
  open.delete(number)
  if (isError) waiting?.reject(toToolError(text, waiting.stack))
  else waiting?.resolve(decode(text))
  whenAnswered?.()
}

function toToolError(text, stack) {
  const error = new ToolError(text)
  error.stack = 'ToolError: ' + text + '\n' + stack.split('\n').slice(1).join('\n')
  return error
}

function decode(text) {
  if (!/^[{[]/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function isArguments(value) {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

// tool({ path, limit }), or tool(path, limit), or tool(path, { limit })
function toFunction({ name, parameters }) {
  const tool = async (...given) => {
    const named = isArguments(given.at(-1)) ? given.pop() : {}
    if (given.length > parameters.length) throw new TypeError(name + ' takes ' + parameters.join(', '))
    return call(name, { ...Object.fromEntries(given.map((value, index) => [parameters[index], value])), ...named })
  }
  return Object.defineProperty(tool, 'name', { value: name })
}

function camelCase(name) {
  return name.replace(/_+([a-z0-9])/g, (_, letter) => letter.toUpperCase())
}

globalThis.hermes = { ToolError }
function offer(tools) {
  for (const name of Object.keys(hermes)) delete hermes[name]
  for (const tool of tools) hermes[camelCase(tool.name)] = hermes[tool.name] = toFunction(tool)
  hermes.ToolError = ToolError
}
const hermes = globalThis.hermes

globalThis.require = createRequire(process.cwd() + '/')
globalThis.module = { exports: {} }
globalThis.exports = globalThis.module.exports
globalThis.require.main = globalThis.module
const loadModule = (specifier, options) =>
  specifier === 'hermes_tools'
    ? Promise.resolve({ ...hermes, default: hermes })
    : import(specifier, options)
function hide(name, value) {
  Object.defineProperty(globalThis, name, { value })
}
hide('__hermes_import', loadModule)

function describe(error) {
  const text = error instanceof Error ? inspect(error) : 'Uncaught ' + inspect(error)
  // Removes the frames of the kernel.
  return text.replace(/\n +at .*(?:\[eval\d*\]|\[stdin\]|node:(?:inspector|events|internal)|new Promise).*/g, '')
}

// The running program.
let running

function fail(error) {
  running?.fail(error)
}
process.on('uncaughtException', fail)
process.on('unhandledRejection', fail)
hide('__hermes_settle', (program, value, hasFailed) => {
  if (running?.program !== program) return
  if (hasFailed) running.fail(value)
  // A promise as the last expression, as in main(), is usually the end of the program's work, so it is awaited.
  else running.complete(value)
})

async function answeredAll(completion) {
  await completion
  await nextTask()
  while (open.size > 0) {
    await new Promise((resolve) => { whenAnswered = resolve })
    await nextTask()
  }
}

// By then a caller that got its answer may have made another call, and unhandled rejections are reported.
function nextTask() {
  return new Promise((resolve) => setTimeout(resolve, 0))
}

async function run(message) {
  process.exitCode = undefined
  running = { program: message.program }
  const failure = new Promise((_, reject) => { running.fail = reject })
  const completion = new Promise((resolve) => { running.complete = resolve })
  thread.postMessage(message)
  try {
    await Promise.race([answeredAll(completion), failure])
    return Number(process.exitCode ?? 0) & 255
  } catch (error) {
    if (error instanceof Exit) return error.exitCode
    console.error(describe(error))
    return 1
  } finally {
    running = undefined
    open.clear()
  }
}

async function receive(message) {
  if (message.type === 'result') return answered(message)
  if (message.type !== 'run') return
  offer(message.tools)
  const ended = encode({ type: 'end', program: message.program, code: await run(message) })
  tell(OUT, ended)
  tell(ERR, ended)
}

// Programs are evaluated from the worker: on the main thread, the inspector would end the process when a promise that
// it awaits is garbage-collected.
const threadSource = ${'`'}
  const { parentPort } = require('node:worker_threads')
  const { Session } = require('node:inspector')
  const requests = new (require('node:net').Socket)({ fd: 7, readable: true, writable: false })
  const lines = require('node:readline').createInterface({ input: requests, crlfDelay: Infinity })
  lines.on('line', (line) => parentPort.postMessage(JSON.parse(line)))
  // The agent is gone.
  lines.on('close', () => process.kill(process.pid, 'SIGKILL'))

  const session = new Session()
  session.connectToMainThread()
  const settle = 'function (...values) { __hermes_settle(...values) }'
  const toArgument = ({ objectId, unserializableValue, value }) =>
    objectId ? { objectId } : unserializableValue ? { unserializableValue } : { value }
  parentPort.on('message', ({ program, code, name }) => {
    const expression = code + '\\n//# sourceURL=' + name
    session.post('Runtime.evaluate', { expression, replMode: true, objectGroup: name }, (error, answer) => {
      // The evaluation itself failed. Only other work of the program can still end it.
      if (error) return
      const { result, exceptionDetails } = answer
      const value = toArgument(exceptionDetails ? exceptionDetails.exception : result)
      const values = [{ value: program }, value, { value: exceptionDetails !== undefined }]
      session.post('Runtime.evaluate', { expression: 'globalThis' }, (_, { result: { objectId } }) => {
        session.post('Runtime.callFunctionOn', { functionDeclaration: settle, objectId, arguments: values })
        session.post('Runtime.releaseObjectGroup', { objectGroup: name })
      })
    })
  })
${'`'}
// Without the arguments that would make it a module.
const thread = new Worker(threadSource, { eval: true, execArgv: [] })
thread.on('message', (message) => void receive(message))
`
