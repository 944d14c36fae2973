// Loaded into a measured process: when it ends, its folder says what it used.
process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
  const figures = { cpuMs: (userCPUTime + systemCPUTime) / 1000, rssMb: maxRSS / 1024 }
  process.getBuiltinModule('node:fs').writeFileSync('usage.json', JSON.stringify(figures))
})
