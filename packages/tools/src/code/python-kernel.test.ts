import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCode, toolsThat } from '../../testing/code.js'
import { openWorkplace } from '../../testing/terminal.js'

test('tools take positional arguments, named arguments, or a dictionary', async () => {
  const { tools, requests } = toolsThat()
  const { run } = await openCode('python', { tools })
  const code = `
from hermes_tools import *
read_file("a", 3)
read_file("a", limit=2)
read_file({"path": "a", "offset": 1})
print(terminal("ls"))
try: read_file("a", path="b")
except TypeError as error: print(error)
import hermes_tools, inspect
print(inspect.signature(hermes_tools.terminal))
try: from hermes_tools import nothing
except ImportError: print("no such tool")`
  expect((await run(code)).text.split('\n')).toEqual([
    "{'command': 'ls'}",
    "read_file() got several values for 'path'",
    '(command=None)',
    'no such tool',
  ])
  expect(requests.slice(0, 3).map(({ args }) => args)).toEqual([
    { path: 'a', offset: 3 },
    { path: 'a', limit: 2 },
    { path: 'a', offset: 1 },
  ])
})

test('shows the lines of the program in an error', async () => {
  const { run } = await openCode('python')
  const { text } = await run('def half(n):\n    return n / 0\nprint("before")\nhalf(1)')
  expect(text).toMatch(
    /^before\nTraceback[\s\S]*line 4, in <module>\n {4}half\(1\)[\s\S]*return n \/ 0[\s\S]*ZeroDivisionError[\s\S]*\[exit code 1\]$/,
  )
  expect((await run('def f(:')).text).toMatch(/SyntaxError/)
  expect((await run('raise SystemExit("no luck")')).text).toBe('no luck\n[exit code 1]')
})

test('shows standard error when the program fails or prints nothing else', async () => {
  const { run } = await openCode('python')
  const warn = 'import sys; print("careful", file=sys.stderr)'
  expect((await run(`${warn}; print("fine")`)).text).toBe('fine')
  expect((await run(warn)).text).toBe('careful')
  expect((await run(`${warn}; sys.exit(2)`)).text).toBe('careful\n[exit code 2]')
})

test('restores replaced or closed streams for the next program', async () => {
  const { run } = await openCode('python')
  await run('import sys, io, os; sys.stdout = io.StringIO(); print("lost")')
  expect((await run('print("back")')).text).toBe('back')
  await run('import sys, os; sys.stdout.close()')
  expect((await run('print("again")')).text).toBe('again')
  await run('import os; os.close(1); os.close(2)')
  expect((await run('print("still")')).text).toBe('still')
})

test('raises an end-of-file error when a program reads input', async () => {
  expect((await (await openCode('python')).run('input()')).text).toContain('EOFError')
})

test('ends a program that ignores an interrupt together with its kernel', async () => {
  const { run } = await openCode('python', { limits: { timeoutMs: 1_500 } })
  const stubborn =
    'import time\nwhile True:\n    try:\n        while True: time.sleep(0.01)\n    except BaseException: pass'
  expect((await run(stubborn)).text).toContain('Variables are lost')
  expect((await run('print(1)')).text).toBe('1')
})

test('interrupts sleep, a lock and a child process', async () => {
  const { run } = await openCode('python', { limits: { timeoutMs: 1_000 } })
  for (const code of [
    'import time; time.sleep(600)',
    'import threading; threading.Event().wait()',
    'import subprocess; subprocess.run(["sleep", "600"])',
    'import asyncio; asyncio.run(asyncio.sleep(600))',
  ]) {
    expect((await run(code)).text).toContain('Variables are kept.')
  }
})

test('lets a program pickle its classes and start processes', async () => {
  const { run } = await openCode('python')
  await run('from dataclasses import dataclass\n@dataclass\nclass Point:\n    x: int')
  expect((await run('import pickle; print(pickle.loads(pickle.dumps(Point(3))))')).text).toBe('Point(x=3)')
  const forked =
    'import multiprocessing\nwith multiprocessing.get_context("fork").Pool(2) as pool: print(pool.map(abs, [-1, -2]))'
  expect((await run(forked)).text).toBe('[1, 2]')
})

test('allows tool calls only from the first process', async () => {
  const code = `
import os, hermes_tools
child = os.fork()
if child == 0:
  try: hermes_tools.terminal("x")
  except hermes_tools.ToolError as error: print(error, flush=True)
  os._exit(0)
os.waitpid(child, 0)`
  expect((await (await openCode('python')).run(code)).text).toContain('Only the process that the program started in')
})

test('rejects tool calls of a thread after its program has ended', async () => {
  const { tools, requests } = toolsThat()
  const { environment, folder } = await openWorkplace()
  const { run } = await openCode('python', { tools, environment })
  // No program may be running when the thread calls; otherwise the call would belong to that program.
  const code = `
import os, threading, time, hermes_tools
def work():
  while not os.path.exists("go"): time.sleep(0.01)
  try: answer = hermes_tools.terminal("late")
  except hermes_tools.ToolError as error: answer = str(error)
  open("answer", "w").write(answer)
threading.Thread(target=work).start()`
  await run(code)
  await writeFile(join(folder, 'go'), '')
  const answer = () => readFile(join(folder, 'answer'), 'utf8')
  await expect.poll(answer, { timeout: 10_000 }).toContain('has ended')
  expect(requests).toEqual([])
})
