/**
 * Shows the progress of one step on stderr: a terminal gets one line that is rewritten and removed at the end, everything else a line at
 * the start and at each quarter.
 */
export function createProgress(title, stream = process.stderr) {
  return stream.isTTY ? onTerminal(title, stream) : asLines(title, stream)
}

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']

function onTerminal(title, stream) {
  let [frame, percent] = [0, undefined]
  const draw = () => {
    frame = (frame + 1) % frames.length
    stream.write(`\r\x1b[2K${frames[frame]} ${title} ${percent === undefined ? '...' : `${percent}%`}`)
  }
  const timer = setInterval(draw, 100)
  draw()
  return {
    update(done, total) {
      percent = percentOf(done, total)
    },
    end() {
      clearInterval(timer)
      stream.write('\r\x1b[2K')
    },
  }
}

function asLines(title, stream) {
  let shown = 0
  stream.write(`${title} ...\n`)
  return {
    update(done, total) {
      const quarter = Math.floor(percentOf(done, total) / 25) * 25
      if (quarter <= shown || quarter >= 100) return
      shown = quarter
      stream.write(`${title} ... ${quarter}%\n`)
    },
    end: () => undefined,
  }
}

function percentOf(done, total) {
  return Math.min(99, Math.floor((100 * done) / Math.max(1, total)))
}
