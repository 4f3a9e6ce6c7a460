// The convex hull of balls as a smooth surface: two balls make a tapered capsule, several a rounded body.

import { BufferGeometry, Float32BufferAttribute, Quaternion, Vector3 } from "three";
import { ConvexHull } from "three/addons/math/ConvexHull.js";

export interface Ball {
  at: Vector3;
  radius: number;
}

const AROUND = 24;
const ALONG = 14;
const UP = new Vector3(0, 1, 0);

/** A globe of directions; its poles lie on the y axis. */
const GLOBE = globe();

function globe(): Vector3[] {
  const directions = [UP.clone(), UP.clone().negate()];
  for (let i = 1; i < ALONG; i++) {
    for (let j = 0; j < AROUND; j++) {
      directions.push(new Vector3().setFromSphericalCoords(1, (Math.PI * i) / ALONG, (2 * Math.PI * j) / AROUND));
    }
  }
  return directions;
}

/**
 * The balls from one end of the body to the other: globes with their poles along it leave no streaks between the balls.
 * A corner's normal is that of the faces around it, the large ones first, so that flat stretches between balls look flat.
 */
export function hullOf(balls: readonly Ball[]): BufferGeometry {
  const [first, last] = [balls[0], balls[balls.length - 1]];
  const axis = first && last ? last.at.clone().sub(first.at).normalize() : UP;
  const turn = new Quaternion().setFromUnitVectors(UP, axis.lengthSq() > 0 ? axis : UP);
  const directions = GLOBE.map((direction) => direction.clone().applyQuaternion(turn));
  const points = balls.flatMap(({ at, radius }) => directions.map((way) => at.clone().addScaledVector(way, radius)));
  const faces = new ConvexHull().setFromPoints(points).faces.map(({ edge, normal, area }) => {
    const corners = [edge.head().point, edge.next.head().point, edge.next.next.head().point];
    return { corners, weighed: normal.clone().multiplyScalar(area) };
  });
  const normals = new Map<Vector3, Vector3>();
  for (const { corners, weighed } of faces) {
    for (const corner of corners) normals.set(corner, (normals.get(corner) ?? new Vector3()).add(weighed));
  }
  const corners = faces.flatMap((face) => face.corners);
  const geometry = new BufferGeometry().setFromPoints(corners);
  const ways = corners.flatMap((corner) => normals.get(corner)!.clone().normalize().toArray());
  geometry.setAttribute("normal", new Float32BufferAttribute(ways, 3));
  return geometry;
}
