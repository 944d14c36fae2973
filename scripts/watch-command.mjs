import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/** Runs a command that reports in JSON lines, and passes its reports on. Other output is part of the result, for errors. */
export function watchCommand(command, args, options, onReport) {
  const child = spawn(command, args, {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  const printed = []
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      const report = parsed(line)
      if (report === undefined) printed.push(line)
      else onReport(report)
    })
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (status) => resolve({ status, printed }))
  })
}

function parsed(line) {
  try {
    const value = JSON.parse(line)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
