/** The page that `clew map -o map.html` writes: everything is in the file, nothing is fetched. */

import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import { mount } from 'svelte';
import MapFile from '$lib/map/MapFile.svelte';

mount(MapFile, { target: document.getElementById('app')! });
