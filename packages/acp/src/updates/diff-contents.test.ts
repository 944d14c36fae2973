import { expect, test } from 'vitest'
import { changesOf } from './diff-contents.js'

test('shows each changed place with its old and new text', () => {
  const diff = `--- a/src/a.ts
+++ b/src/a.ts
@@ -1,3 +1,3 @@
 one
-two
+2
 three
@@ -9,2 +9,3 @@
 nine
--- ten
++++ more
+ten
\\ No newline at end of file
--- /dev/null
+++ b/new.txt
@@ -0,0 +1,1 @@
+new
--- a/old.txt
+++ /dev/null
@@ -1,1 +0,0 @@
-old`
  expect(changesOf(diff, '/work')).toEqual({
    content: [
      { type: 'diff', path: '/work/src/a.ts', oldText: 'one\ntwo\nthree\n', newText: 'one\n2\nthree\n' },
      { type: 'diff', path: '/work/src/a.ts', oldText: 'nine\n-- ten\n', newText: 'nine\n+++ more\nten' },
      { type: 'diff', path: '/work/new.txt', oldText: null, newText: 'new\n' },
      { type: 'diff', path: '/work/old.txt', oldText: 'old\n', newText: '' },
    ],
    locations: [
      { path: '/work/src/a.ts', line: 1 },
      { path: '/work/src/a.ts', line: 9 },
      { path: '/work/new.txt', line: 1 },
      { path: '/work/old.txt', line: 1 },
    ],
  })
})

test.each(['', '(a.txt: the change is too large to be shown)', '--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n one\n[...]'])(
  'shows nothing for %j',
  (text) => {
    expect(changesOf(text, '/work')).toEqual({ content: [], locations: [] })
  },
)
