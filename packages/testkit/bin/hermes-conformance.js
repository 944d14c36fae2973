#!/usr/bin/env node
import '../dist/conformance/main.js'
