#!/usr/bin/env node
import '../dist/agent.js'
